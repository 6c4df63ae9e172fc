/** Curriculum: what is learned first, and whether the order can be helped along. */

import { msg } from '@lit/localize';
import { iterationsTrained } from './looking.ts';
import { trainedFinding } from './findings.ts';
import type { Lesson } from './lesson.ts';

export const curriculumLesson: Lesson = {
  name: 'curriculum',
  title: () => msg('What comes first?'),
  about: () =>
    msg('Writing pays only when somebody reads, and reading only when somebody writes. How do the two get started?'),
  minutes: 15,
  pages: [
    {
      name: 'predict',
      conceals: true,
      screen: 'train',
      part: null,
      title: () => msg('Predict'),
      text: () =>
        msg(
          'At the beginning the agent writes a little and reads a little, out of old habit, and neither well. Training rewards reaching flags.',
        ),
      question: {
        text: () => msg('What improves first?'),
        choices: [
          { name: 'walk', text: () => msg('Walking: the first task') },
          { name: 'write', text: () => msg('Writing: true words in the notes') },
          { name: 'read', text: () => msg('Reading: the later tasks') },
        ],
        answer: null,
        afterwards: () => msg('Train from nothing, and look.'),
      },
    },
    {
      name: 'train',
      screen: 'train',
      part: 'bar',
      title: () => msg('Train from nothing'),
      text: () =>
        msg('Press Play and let it train for twenty iterations or more: a minute or two. You can read on meanwhile.'),
      done: (app) => iterationsTrained(app) >= 20,
      outcome: trainedFinding,
    },
    {
      name: 'curves',
      screen: 'train',
      part: 'curves',
      title: () => msg('Read the curves'),
      text: () =>
        msg(
          'Each line is the success in one task of the life; the dotted one is the share of the world’s facts that the notes hold. Look where each of them begins to rise. These are training figures: they come from the lives it learns from.',
        ),
      question: {
        text: () => msg('In your run, what rose first?'),
        choices: [
          { name: 'walk', text: () => msg('Walking') },
          { name: 'write', text: () => msg('Writing') },
          { name: 'read', text: () => msg('Reading') },
        ],
        answer: null,
        afterwards: () => msg('Compare with another seed before you believe it: one run is one run.'),
      },
    },
    {
      name: 'stages',
      screen: 'train',
      part: 'controls',
      title: () => msg('Teach in stages'),
      text: () =>
        msg(
          'A curriculum sets the order from outside. AgentGym-RL lets an agent take few turns at first and more later (ScalingInter-RL), because long episodes are hard to learn from at the start. Here you can hold back the training of notes for some iterations: the agent first learns to act.',
        ),
      question: {
        text: () => msg('What may be lost while the training of notes is held back?'),
        choices: [
          { name: 'nothing', text: () => msg('Nothing') },
          { name: 'time', text: () => msg('Time: nobody learns to write meanwhile') },
          { name: 'readers', text: () => msg('Readers: bad notes teach the agent not to read') },
        ],
        answer: null,
        afterwards: () => msg('Both of the last two are possible. Fork the run and see which of them you find.'),
      },
    },
    {
      name: 'explain',
      screen: 'train',
      part: null,
      title: () => msg('Explain'),
      text: () =>
        msg(
          'Some seeds never get started: hardly anybody reads, so writing does not pay, so there is nothing to read. The page then says so and offers another seed.',
        ),
      question: {
        text: () => msg('How would you tell a run that is slow from one that is dead?'),
        choices: [
          { name: 'success', text: () => msg('By its success in the first task') },
          { name: 'coverage', text: () => msg('By how much of the world its notes cover') },
          { name: 'loss', text: () => msg('By its loss') },
        ],
        answer: 'coverage',
        afterwards: () => msg('That is what the page goes by: below 8 % after 25 iterations.'),
      },
    },
  ],
  worksheet: [
    () => msg('What did you expect to improve first, and what did?'),
    () => msg('Sketch the curves of your run and mark where the notes become true.'),
    () => msg('Why can writing and reading not be learned one after the other?'),
  ],
};
