/** What the page may load and run: files of its own and nothing else. Stands in the built page and in our server's header. */

import type { Plugin } from 'vite';

const DIRECTIVES: readonly (readonly [name: string, ...sources: string[]])[] = [
  ['default-src', "'none'"],
  // The portable engine is WebAssembly, which counts as code that is compiled while the page runs.
  ['script-src', "'self'", "'wasm-unsafe-eval'"],
  ['worker-src', "'self'"],
  ['style-src', "'self'"],
  ['font-src', "'self'"],
  ['connect-src', "'self'"],
  // A picture of a chart is drawn from a blob.
  ['img-src', "'self'", 'blob:'],
  ['manifest-src', "'self'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
];

export const CONTENT_SECURITY_POLICY = DIRECTIVES.map((directive) => directive.join(' ')).join('; ');

/** Writes the policy into the built page, before anything that it governs. The development server needs more leave. */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}
