/** Puts a report's tables into a document, between its two markers. */

import { markdown, reportTables } from '../../src/bench/table.ts';
import { reportLine, type BenchReport } from '../../src/bench/report.ts';
import { WaymarkError } from '../../src/core/errors.ts';

export const BEGIN = '<!-- figures: written by npm run bench -->';
export const END = '<!-- end of figures -->';

/** The document with the report in place of what stood between the markers. Throws `bad-file` without them. */
export function withFigures(text: string, report: BenchReport, command: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) {
    throw new WaymarkError('bad-file', 'The document has no place for figures.', `Add ${BEGIN} and ${END}.`);
  }
  const { adapter, platform, features } = report;
  const name = [adapter.vendor, adapter.architecture, adapter.device, adapter.description].filter(
    (part) => part !== '',
  );
  const figures = [
    `\`${command}\` on ${name.join(' ')} (${platform}); features: ${features.join(', ') || 'none'}.`,
    markdown(reportTables(report)),
    ['```json', reportLine(report), '```'].join('\n'),
  ];
  return `${text.slice(0, begin)}${BEGIN}\n\n${figures.join('\n\n')}\n\n${text.slice(end)}`;
}
