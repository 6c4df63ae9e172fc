/** The settings of a run whose iterations take about a second on a slow machine, as the part of a link after the screen. */
export const SMALL_SETTINGS = 'v=1&preset=code-lake-light&packs=2&lives=4&evaluation-packs=0';
