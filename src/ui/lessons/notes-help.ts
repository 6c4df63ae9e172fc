/** Do notes help? Predict, watch, erase, explain: the first lesson, in seven pages. */

import { msg } from '@lit/localize';
import { hasErasedResult, lookedAt, openLifeAtItsBeginning, openStill, usesANote } from './looking.ts';
import type { Lesson } from './lesson.ts';
import { controlsFinding, noteFinding } from './findings.ts';

export const notesHelpLesson: Lesson = {
  name: 'notes-help',
  title: () => msg('Do notes help?'),
  about: () =>
    msg('An agent forgets everything between tasks but a few words that it wrote itself. Are they worth anything?'),
  minutes: 10,
  pages: [
    {
      name: 'predict',
      conceals: true,
      screen: 'watch',
      part: 'world',
      title: () => msg('Predict'),
      text: () =>
        msg(
          'The robot wants to reach the flag. Four buttons move it, but nobody told it which button does what. It plays eight tasks on lakes with the same buttons. Between two tasks it forgets everything, except for a note of at most 18 words.',
        ),
      question: {
        text: () => msg('How often will it reach the flag in its last task, compared with its first?'),
        choices: [
          { name: 'same', text: () => msg('About as often') },
          { name: 'half', text: () => msg('Half as often again') },
          { name: 'double', text: () => msg('More than twice as often') },
        ],
        answer: null,
        afterwards: () => msg('Keep your prediction. You will measure it on page 6.'),
      },
      enter: openLifeAtItsBeginning,
    },
    {
      name: 'watch',
      conceals: true,
      screen: 'watch',
      part: 'world',
      title: () => msg('Watch it fail'),
      text: () =>
        msg(
          'Press the play button of the replay, or step with the keys J and L. In its first task it can only try buttons. Watch until it has written its first note.',
        ),
      enter: (app) => openStill(app, (still) => still.kind === 'opening'),
      done: (app) => lookedAt(app, (still) => still.kind === 'writing'),
      outcome: () => msg('There is the note. It is all that the next task will know of this one.'),
    },
    {
      name: 'note',
      conceals: true,
      screen: 'watch',
      part: 'notebook',
      title: () => msg('Read the note'),
      text: () =>
        msg(
          'Each line names a direction and a button. Nobody told the agent to write this: training rewarded reaching flags, and nothing else.',
        ),
      question: {
        text: () => msg('What would make a line of the note useless?'),
        choices: [
          { name: 'false', text: () => msg('It is false') },
          { name: 'unread', text: () => msg('The agent does not read it') },
          { name: 'both', text: () => msg('Either of these') },
        ],
        answer: 'both',
        afterwards: () =>
          msg(
            'A note pays only if it is true and somebody reads it. So writing and reading have to be learned together.',
          ),
      },
      enter: (app) => openStill(app, (still) => still.kind === 'writing'),
    },
    {
      name: 'use',
      conceals: true,
      screen: 'watch',
      part: 'notebook',
      title: () => msg('Watch it use the note'),
      text: () =>
        msg('Go on into the next task, until a line of the notebook turns yellow: the move does what that line says.'),
      done: (app) => lookedAt(app, usesANote),
      outcome: noteFinding,
    },
    {
      name: 'erase',
      conceals: true,
      screen: 'lab',
      part: 'switches',
      title: () => msg('Erase the notes'),
      text: () =>
        msg(
          'Perhaps it simply gets better with practice. Here the same agent plays the same tasks with the same luck, once with its notes and once with the notes wiped before every task. Press Test.',
        ),
      question: {
        text: () => msg('What will happen to the last tasks when the notes are erased?'),
        choices: [
          { name: 'nothing', text: () => msg('Nothing much') },
          { name: 'first', text: () => msg('They become as hard as the first') },
          { name: 'worse', text: () => msg('They become harder than the first') },
        ],
        answer: null,
        afterwards: () => msg('Now test it.'),
      },
      done: hasErasedResult,
      outcome: controlsFinding,
    },
    {
      name: 'compare',
      screen: 'lab',
      part: 'staircase',
      title: () => msg('Compare with your prediction'),
      text: () =>
        msg(
          'The solid line is success with notes, task by task; the dashed one is without. The bars are 95 % intervals: with other packs, the lines would fall inside them nearly always.',
        ),
      question: {
        text: () => msg('Which of these does the picture show?'),
        choices: [
          { name: 'practice', text: () => msg('It gets better with practice, notes or not') },
          { name: 'notes', text: () => msg('It gets better only if it can read its notes') },
          { name: 'neither', text: () => msg('The intervals are too wide to say') },
        ],
        answer: 'notes',
        afterwards: () =>
          msg(
            'If your intervals overlap, test more packs: the picture then says it for itself. That is what intervals are for.',
          ),
      },
    },
    {
      name: 'explain',
      screen: 'lab',
      part: null,
      title: () => msg('Explain'),
      text: () =>
        msg(
          'Nothing in the agent changes between two tasks of a life: no weight, no memory. Both lines come from the same network, the same lakes and the same random numbers. Only the words it read were different.',
        ),
      question: {
        text: () => msg('Why is that a fair test of the notes?'),
        choices: [
          { name: 'same', text: () => msg('Because only one thing differs between the two lines') },
          { name: 'many', text: () => msg('Because so many tasks were played') },
          { name: 'trained', text: () => msg('Because the agent was trained for long') },
        ],
        answer: 'same',
        afterwards: () =>
          msg(
            'Many tasks make the answer sure. But it is the control, the same tasks without notes, that makes it an answer about notes.',
          ),
      },
    },
  ],
  worksheet: [
    () => msg('Before you watched: what did you predict for the last task, and why?'),
    () => msg('Write down the first note that the agent wrote. Which lines of it are true?'),
    () => msg('Success in the first and in the last task, with notes and without:'),
    () => msg('Explain in your own words how you know that it is the notes that help, and not practice.'),
    () => msg('What would you have to change to find out whether another agent’s notes help as well?'),
  ],
};
