import { afterEach, expect, test } from 'vitest';
import { iterationCommit } from '../../test/runs/sample-run.ts';
import { type Announcement, openRunChannel, type RunChannel } from './run-channel.ts';

const open: RunChannel[] = [];

function openChannel(): RunChannel {
  const channel = openRunChannel('run-channel-test');
  open.push(channel);
  return channel;
}

afterEach(() => {
  for (const channel of open.splice(0)) channel.close();
});

const announcement: Announcement = { run: 'otter-7', after: 1, until: 3, events: iterationCommit(1, 1).events };

function next(channel: RunChannel): Promise<Announcement> {
  return new Promise((resolve) => channel.listen(resolve));
}

test('what one tab announces the others hear', async () => {
  const [writer, first, second] = [openChannel(), openChannel(), openChannel()];
  const heard = Promise.all([next(first), next(second)]);
  writer.announce(announcement);
  expect(await heard).toEqual([announcement, announcement]);
});

test('a message that is not an announcement is passed over', async () => {
  const listener = openChannel();
  const heard = next(listener);
  const stranger = new BroadcastChannel('run-channel-test');
  stranger.postMessage({ run: 'otter-7', after: 'one' });
  stranger.postMessage({ run: 'otter-7', after: 0, until: 1, events: [{ type: 'from-the-future' }] });
  stranger.postMessage(announcement);
  expect(await heard).toEqual(announcement);
  stranger.close();
});
