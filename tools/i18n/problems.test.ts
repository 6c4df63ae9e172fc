/** Protects that no language is shipped with a message missing, stale, or with other values in it than the source has. */

import { describe, expect, it } from 'vitest';
import { formCount, formsOf, joinForms } from './forms.ts';
import { localeModule } from './locale-module.ts';
import type { Piece, SourceMessage } from './messages.ts';
import { problems } from './problems.ts';
import { pseudoTranslations } from './pseudo.ts';

const PLAIN: SourceMessage = { id: 's1', tag: null, pieces: ['Pause & wait'], placeholders: [] };
const VALUES: SourceMessage = {
  id: 's2',
  tag: 'str',
  pieces: ['It wants ', 0, ' and guesses ', 1, '.'],
  placeholders: [{ markup: ['', ''] }, { markup: ['', ''] }],
};
const COUNTED: SourceMessage = {
  id: 's3',
  tag: 'str',
  pieces: [0, ' of {n} task|', 0, ' of {n} tasks'],
  placeholders: [{ markup: ['', ''] }],
};
const ELEMENTS: SourceMessage = {
  id: 'h4',
  tag: 'html',
  pieces: ['Go ', 0, 'on & on', 1],
  placeholders: [{ markup: ['<a href=', '>'] }, { markup: ['</a>'] }],
};

function wrong(message: SourceMessage, target: readonly Piece[], locale: string): readonly string[] {
  return problems([message], new Map([[message.id, target]]), locale);
}

describe('a translation', () => {
  it('is asked for where there is none, or an empty one', () => {
    expect(problems([PLAIN], new Map(), 'es')).toEqual(['es: "Pause & wait" is not translated.']);
    expect(wrong(PLAIN, ['  '], 'es')).toEqual(['es: "Pause & wait" is not translated.']);
    expect(wrong(PLAIN, ['Pausa'], 'es')).toEqual([]);
  });

  it('of what is no longer said is named', () => {
    const stale = new Map([
      ['s1', ['Pausa']],
      ['s9', ['Adiós']],
    ]);
    expect(problems([PLAIN], stale, 'es')).toEqual(['es: "Adiós" translates what is no longer said.']);
  });

  it('has the values of the source, in any order, each as often', () => {
    expect(wrong(VALUES, [1, ' 可能是 ', 0], 'zh-Hans')).toEqual([]);
    expect(wrong(VALUES, ['它想要 ', 0], 'zh-Hans')).toHaveLength(1);
    expect(wrong(VALUES, [0, ' ', 0, ' ', 1], 'zh-Hans')).toHaveLength(1);
  });
});

describe('a counted translation', () => {
  it('has as many forms as the language, each with its number and values', () => {
    const russian = joinForms(['а', 'ы', '', 'ы'].map((ending) => [0, ` из {n} задач${ending}`]));
    expect(wrong(COUNTED, russian, 'ru')).toEqual([]);
    expect(wrong(COUNTED, [0, ' / {n}'], 'zh-Hans')).toEqual([]);
    expect(wrong(COUNTED, [0, ' / {n}'], 'ru')[0]).toContain('has 1 forms and needs 4');
    expect(wrong(COUNTED, [0, ' de {n}|', 0, ' de {n}|', 0, ' de muchas'], 'es')[0]).toContain('needs "{0} {n}"');
  });

  it('may say one in a word', () => {
    expect(wrong(COUNTED, [0, ' de una|', 0, ' de {n}|', 0, ' de {n}'], 'es')).toEqual([]);
  });
});

describe('the module of a language', () => {
  it('holds plain text as it is, and text between elements escaped', () => {
    const module = localeModule([PLAIN, ELEMENTS], new Map(), 'es');
    expect(module).toContain('s1: `Pause & wait`');
    expect(module).toContain('h4: html`Go <a href=${0}>on &amp; on</a>`');
  });

  it('refers to values by their place in the source, wherever they stand', () => {
    const module = localeModule([VALUES], new Map([['s2', [1, ', ', 0]]]), 'zh-Hans');
    expect(module).toContain('s2: str`${1}, ${0}`');
  });

  it('cannot be broken by what a translator writes', () => {
    const module = localeModule([PLAIN], new Map([['s1', ['`${alert(1)}` \\']]]), 'es');
    expect(module).toContain('s1: `\\`\\${alert(1)}\\` \\\\`');
  });

  it('has a form for every count even where a translation is missing', () => {
    const [, text] = /s3: str`(.*)`/.exec(localeModule([COUNTED], new Map(), 'ru')) ?? [];
    expect(text.split('|')).toEqual(Array.from({ length: formCount('ru') }, () => '${0} of {n} tasks'));
  });
});

describe('the pseudo-locale', () => {
  const pseudo = pseudoTranslations([PLAIN, VALUES, COUNTED]);

  it('passes the checks of any language', () => {
    expect(problems([PLAIN, VALUES, COUNTED], pseudo, 'en-XA')).toEqual([]);
  });

  it('puts every message, and every form of a counted one, in brackets', () => {
    expect(pseudo.get('s1')?.join('')).toMatch(/^⟦.*⟧$/);
    for (const form of formsOf(pseudo.get('s3') ?? [])) expect(form.join('')).toMatch(/^⟦.*\{n\}.*⟧$/);
  });

  it('is at least a third longer than English', () => {
    expect((pseudo.get('s1')?.join('') ?? '').length).toBeGreaterThan(1.33 * 'Pause & wait'.length);
  });
});
