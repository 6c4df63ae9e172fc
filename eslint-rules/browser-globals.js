/** Names that browsers and clocks are reached by, and how to find where a file uses one. */

/** What a page's services are for. `window` and its like stand for everything that can be reached through them. */
export const BROWSER_GLOBALS = new Set([
  ...['window', 'self', 'globalThis', 'top', 'parent', 'document', 'navigator', 'location', 'history', 'screen'],
  ...['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'],
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'BroadcastChannel', 'MessageChannel'],
  ...['Worker', 'SharedWorker', 'postMessage'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask'],
  ...['requestAnimationFrame', 'cancelAnimationFrame', 'requestIdleCallback', 'performance', 'Date'],
  ...['matchMedia', 'getComputedStyle', 'scrollTo', 'scrollBy', 'print', 'alert', 'confirm', 'prompt', 'open'],
  ...['addEventListener', 'removeEventListener', 'crypto', 'console'],
  ...['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver'],
]);

function isInType({ identifier, isTypeReference }) {
  return isTypeReference === true || identifier.parent?.type === 'TSTypeQuery';
}

/** Calls `report` with every use of one of the names as a value, where no declaration of the file's own is meant. */
export function eachGlobal(context, program, names, report) {
  const scope = context.sourceCode.getScope(program);
  const declaredNowhere = [...scope.variables].filter(({ defs }) => defs.length === 0);
  const uses = [...declaredNowhere.flatMap(({ references }) => references), ...scope.through];
  for (const use of new Set(uses)) if (names.has(use.identifier.name) && !isInType(use)) report(use.identifier);
}

/** Whether an import hands over nothing but types. */
export function isTypeImport(node) {
  if (node.importKind === 'type') return true;
  return node.specifiers.length > 0 && node.specifiers.every(({ importKind }) => importKind === 'type');
}
