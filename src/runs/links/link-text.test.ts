/** Protects that a link is found in what people really paste. */

import { describe, expect, it } from 'vitest';
import { linkOf, payloadOf } from './link-text.ts';

const PAYLOAD = 'AQEpKBKuAQADAv____8PFP80MzMzMzPTPx0CAgCHKUS0';
const LINK = linkOf('https://example.org/waymark/', PAYLOAD);

describe('linkOf', () => {
  it('puts everything into the fragment', () => {
    const { hash, href } = new URL(LINK);
    expect(hash).toBe(`#open=${PAYLOAD}`);
    expect(href).toBe(LINK);
  });
});

describe('payloadOf', () => {
  it.each([
    ['the address', LINK],
    ['the payload', PAYLOAD],
    ['the fragment', `#open=${PAYLOAD}`],
    ['space around it', `  \n${LINK}\t\n\n`],
    ['space around the payload', ` \n ${PAYLOAD} \n`],
    ['angle brackets', `<${LINK}>`],
    ['angle brackets around the payload', `<${PAYLOAD}>`],
    ['quotes', `"${LINK}"`],
    ['words around it', `Look at this: ${LINK} it learned in a minute`],
    ['a full stop after it', `My agent is ${LINK}.`],
    ['a greeting on the next line', `${LINK}\nCheers\nAda`],
    ['a sentence on the next line', `${LINK}\n\nIt learned in a minute.`],
    ['another entry after it', `${LINK}&lang=es`],
    ['another entry before it', `https://example.org/#lang=es&open=${PAYLOAD}`],
    ['lines broken by a mail program', `<${LINK.slice(0, 50)}\n${LINK.slice(50, 60)}\r\n${LINK.slice(60)}>\nCheers`],
    ['lines that were quoted', `> ${LINK.slice(0, 50)}\n> ${LINK.slice(50)}\n>\n> Cheers`],
    ['a broken payload', `${PAYLOAD.slice(0, 20)}\n${PAYLOAD.slice(20)}`],
  ])('finds it in %s', (_, text) => {
    expect(payloadOf(text)).toBe(PAYLOAD);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'hello'],
    ['a sentence', 'Have you seen my agent, it is at https://example.org/waymark/'],
    ['settings', 'https://example.org/#train&v=1&preset=code-lake'],
    ['an empty entry', 'https://example.org/#open='],
    ['the payload among other words', `My agent is ${PAYLOAD} now`],
  ])('finds nothing in %s', (_, text) => {
    expect(payloadOf(text)).toBeNull();
  });

  it('reads a megabyte of anything at once', () => {
    const start = performance.now();
    for (const text of ['<', '\n', '#open=', 'A', '> ', '#open=A\n', ' \n'])
      payloadOf(text.repeat(1_000_000 / text.length));
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
