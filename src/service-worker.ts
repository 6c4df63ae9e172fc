/**
 * Entry of the service worker: keeps the whole site, so that it works without a network after one visit. A new version
 * waits until the visitor asks for it (ui/services/updates.ts), and pages of the version before it go on working.
 */

import { PrecacheController } from 'workbox-precaching';
import { TAKE_OVER } from './ui/services/update-message.ts';

declare const self: ServiceWorkerGlobalScope;

/** Under this name a version writes down what it is made of, for its successor. Not a file of the site. */
const INVENTORY = new URL('waymark-inventory.json', self.registration.scope).href;

/** The one page of the site, under both of its addresses. */
const PAGE = new URL('index.html', self.registration.scope).href;

const precache = new PrecacheController();
precache.addToCacheList(self.__WB_MANIFEST);

self.addEventListener('install', (event) => void precache.install(event));
self.addEventListener('activate', (event) => event.waitUntil(moveIn()));
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});

function openCache(): Promise<Cache> {
  return caches.open(precache.strategy.cacheName);
}

/** Throws away what neither this version nor the one before it is made of: its pages may still be open. */
async function moveIn(): Promise<void> {
  const cache = await openCache();
  const written = await cache.match(INVENTORY);
  const before = written ? ((await written.json()) as string[]) : [];
  const present = [...precache.getURLsToCacheKeys().values()];
  const needed = new Set([...before, ...present, INVENTORY]);
  for (const request of await cache.keys()) {
    if (!needed.has(request.url)) await cache.delete(request);
  }
  await cache.put(INVENTORY, Response.json(present));
  await self.clients.claim();
}

/** What is kept, and the network for anything else. */
async function answer(request: Request): Promise<Response> {
  const { href, pathname } = new URL(request.url);
  const isPage = request.mode === 'navigate' && new URL('./', href).href === self.registration.scope;
  const address = isPage && (pathname.endsWith('/') || pathname.endsWith('/index.html')) ? PAGE : href;
  // What an older page asks for is not on this version's list, and its name in the cache is its address.
  const kept = await (await openCache()).match(precache.getCacheKeyForURL(address) ?? address);
  return kept ?? fetch(request);
}
