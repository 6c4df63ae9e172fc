import type { Plugin } from 'vite';

/** The build step that lists everything the site is made of for the service worker. */
export function keepOffline(): Plugin[];
