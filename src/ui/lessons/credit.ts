/** Who gets the credit? How a reward at the end of a life reaches the words that were written long before it. */

import { msg } from '@lit/localize';
import { iterationsTrained, seesCredit } from './looking.ts';
import { trainedFinding } from './findings.ts';
import type { Lesson } from './lesson.ts';

export const creditLesson: Lesson = {
  name: 'credit',
  title: () => msg('Who gets the credit?'),
  about: () => msg('A reward comes when the flag is reached. The note that made it possible was written tasks before.'),
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
          'A life is a row of episodes: solve, write, solve, write and so on. Say a note after task 1 names a button rightly, and in task 3 the agent uses it and reaches the flag.',
        ),
      question: {
        text: () => msg('Which episodes should be made more likely?'),
        choices: [
          { name: 'last', text: () => msg('The solve that reached the flag') },
          { name: 'note', text: () => msg('That solve, and every note before it') },
          { name: 'all', text: () => msg('Everything in that life') },
        ],
        answer: null,
        afterwards: () => msg('Each of the three is a rule that has been tried. You can try all of them here.'),
      },
    },
    {
      name: 'train',
      screen: 'train',
      part: 'bar',
      title: () => msg('Let it live a little'),
      text: () =>
        msg('Press Play and let it train for three iterations. In each of them eight lives meet the same tasks.'),
      done: (app) => iterationsTrained(app) >= 3,
      outcome: trainedFinding,
    },
    {
      name: 'grid',
      screen: 'train',
      part: 'credit',
      enter: (app) => app.actions.train.chooseView('credit'),
      title: () => msg('Better than the others?'),
      text: () =>
        msg(
          'Pause, and look at the credit. One row is one of the eight lives, one square an episode. Filled: it went better from there on than for the others. Hollow: it went worse. The larger, the more. Choose a square.',
        ),
      done: seesCredit,
      outcome: () => msg('Its numbers say it: what it got from there on, minus what the group got on average.'),
    },
    {
      name: 'note-credit',
      screen: 'train',
      part: 'credit',
      enter: (app) => app.actions.train.chooseView('credit'),
      title: () => msg('What a note earns'),
      text: () =>
        msg(
          'Choose a diamond column: the writing of a note. Its return holds the rewards of the tasks after it and not of the task before, which it could not change. Below it are the words it wrote, each with its probability before and after this iteration.',
        ),
      question: {
        text: () => msg('A note was written in a life that went better than the others. What happens to its words?'),
        choices: [
          { name: 'more', text: () => msg('They become more probable') },
          { name: 'less', text: () => msg('They become less probable') },
          { name: 'true', text: () => msg('Only the true ones become more probable') },
        ],
        answer: 'more',
        afterwards: () =>
          msg(
            'All of them, true and false alike: the learner does not know which is which. Over many lives the false ones lose, because they do not keep company with success.',
          ),
      },
    },
    {
      name: 'per-task',
      screen: 'train',
      part: 'controls',
      title: () => msg('Pay each episode for its own task only'),
      text: () =>
        msg(
          'Open “Credit” in the recipe and choose the other rule. In our runs of 60 iterations with seed 1, evaluated on 200 packs, the notes were worth 47 points (95 % interval 43 to 51) with credit for what comes later, and 15 points (11 to 20) with credit for the own task alone.',
        ),
      question: {
        text: () => msg('Why is the second so much worse?'),
        choices: [
          { name: 'noise', text: () => msg('It is noisier') },
          { name: 'writer', text: () => msg('Nothing pays for a good note: its task is over when it is written') },
          { name: 'reader', text: () => msg('The agent can no longer read') },
        ],
        answer: 'writer',
        afterwards: () => msg('You can check it: fork the run with that rule, and compare the two in the library.'),
      },
    },
    {
      name: 'explain',
      screen: 'train',
      part: null,
      title: () => msg('Explain'),
      text: () =>
        msg(
          'Comparing with the group is what makes the signal readable: a life on an easy lake is no better for it, because all eight had the same lake.',
        ),
      question: {
        text: () => msg('All eight lives of a group fail. What is learned from them?'),
        choices: [
          { name: 'avoid', text: () => msg('To avoid everything they did') },
          { name: 'nothing', text: () => msg('Nothing: none was better than the others') },
          { name: 'same', text: () => msg('The same as from any other group') },
        ],
        answer: 'nothing',
        afterwards: () => msg('Their advantages are all nought. So tasks must be neither too hard nor too easy.'),
      },
    },
  ],
  worksheet: [
    () => msg('Before you looked: which episodes should get the credit, and why?'),
    () => msg('Write down the return, the group’s mean and the advantage of one square, and check the sum.'),
    () => msg('Find a word that became less probable. Was it false, or only in bad company?'),
    () => msg('Explain why an update is not paid for the task before it.'),
  ],
};
