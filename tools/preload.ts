/** Tells browsers with the page itself what its first picture needs, which they would else find out one after another. */

import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The life that a visitor sees first. */
const RECORDING = './recorded/code-lake/recording.json';

function preload(href: string, attributes: Readonly<Record<string, string>>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'preload', href, crossorigin: '', ...attributes }, injectTo: 'head' };
}

/** Writes preloads of the page's fonts and of the first recording into the built page. */
export function preloadFirstPicture(): Plugin {
  return {
    name: 'preload-first-picture',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => [
        preload(RECORDING, { as: 'fetch' }),
        ...Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => preload(`./${file}`, { as: 'font', type: 'font/woff2' })),
      ],
    },
  };
}
