/** Exploration: nothing can be written down that nobody has tried. */

import { msg } from '@lit/localize';
import { isATry, iterationsTrained, lookedAt, openLifeAtItsBeginning } from './looking.ts';
import { trainedFinding } from './findings.ts';
import type { Lesson } from './lesson.ts';

export const explorationLesson: Lesson = {
  name: 'exploration',
  title: () => msg('Why try what may fail?'),
  about: () =>
    msg('A button whose effect is unknown may lead into the water. Pressing it is the only way to find out.'),
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
          'An agent is rewarded for reaching the flag, not for finding things out. Every press of an unknown button is a risk.',
        ),
      question: {
        text: () => msg('Will a well trained agent still press buttons that it does not know?'),
        choices: [
          { name: 'never', text: () => msg('Never, if it can avoid it') },
          { name: 'needed', text: () => msg('When it knows no button for where it wants to go') },
          { name: 'always', text: () => msg('Often, to learn as much as possible') },
        ],
        answer: null,
        afterwards: () => msg('Watch what it does.'),
      },
      enter: openLifeAtItsBeginning,
    },
    {
      name: 'try',
      screen: 'watch',
      part: 'world',
      title: () => msg('Find a try'),
      text: () =>
        msg(
          'Step through the life until the agent only tries a button: its first word is then “hm”, and it names no direction.',
        ),
      done: (app) => lookedAt(app, isATry),
      outcome: () => msg('That was a try. What it learned from it can go into its note.'),
    },
    {
      name: 'chance',
      screen: 'train',
      part: 'controls',
      title: () => msg('How bold it is'),
      text: () =>
        msg(
          'The agent draws each word at random, by its probabilities. Open “everything else” in the recipe and find the temperature: above 1 it dares more, below 1 it does what it thinks best.',
        ),
      question: {
        text: () => msg('Training at a very low temperature: what goes wrong?'),
        choices: [
          { name: 'slow', text: () => msg('It becomes slow') },
          {
            name: 'alike',
            text: () => msg('The eight lives of a group become alike, and none is better than the others'),
          },
          { name: 'wild', text: () => msg('It becomes too wild') },
        ],
        answer: 'alike',
        afterwards: () =>
          msg('Without differences there is nothing to prefer. Exploration is what learning is made of.'),
      },
    },
    {
      name: 'entropy',
      screen: 'train',
      part: 'monitor',
      enter: (app) => app.actions.train.chooseView('monitor'),
      title: () => msg('Watch it grow sure'),
      text: () =>
        msg(
          'Train for a few iterations and look at the entropy: how undecided the agent is, word by word. It falls as the agent grows sure. Falling to nought early is called collapse: it then repeats itself and learns no more.',
        ),
      done: (app) => iterationsTrained(app) >= 3,
      outcome: trainedFinding,
    },
    {
      name: 'explain',
      screen: 'train',
      part: null,
      title: () => msg('Explain'),
      text: () =>
        msg(
          'In our runs no agent learned to try things for the sake of later tasks alone: it tries what this task may need, and writes down what came of it.',
        ),
      question: {
        text: () => msg('What could reward trying for later?'),
        choices: [
          { name: 'bonus', text: () => msg('A bonus for every new button') },
          { name: 'later', text: () => msg('Credit for the tasks that come later') },
          { name: 'both', text: () => msg('Either might; only an experiment can tell') },
        ],
        answer: 'both',
        afterwards: () =>
          msg('Credit for later tasks is in the recipe. A bonus is not: it would tell the agent what to find out.'),
      },
    },
  ],
  worksheet: [
    () => msg('Write down one try from the life: the button, what happened, and whether it came into the note.'),
    () => msg('Why does a group of equal lives teach nothing?'),
    () => msg('Think of a situation of your own in which trying something bad now pays later.'),
  ],
};
