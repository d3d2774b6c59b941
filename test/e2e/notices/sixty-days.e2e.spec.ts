import { Receiver } from '../../support/receiver';
import { nearlyTroubled } from './nearly-troubled';
import { Notices } from './notices.fixture';
import { StoryParts } from './story';
import { troublesOfAccounts, troublesOfForms } from './troubles';

it('tells within a day of each trouble of sixty days and of its end, and of nothing else', async () => {
  const owner = await Notices.start();
  const parts = new StoryParts(owner, await Receiver.start());
  const stories = [...(await nearlyTroubled(parts)), ...(await troublesOfForms(parts)), ...(await troublesOfAccounts(parts))];
  await owner.expireNoKey();
  const told: string[] = [];
  for (let day = 1; day <= 60; day += 1) {
    for (const story of stories) await story.live(day);
    for (let hour = 0; hour < 3; hour += 1) await owner.tell();
    told.push(...owner.takeSubjects().map((subject) => `${day} ${subject}`));
    await owner.pass('1 day');
  }
  const counted = await parts.query('select distinct kind from form_refusals order by kind');
  expect(counted.map((row) => (row as { kind: string }).kind)).toEqual(['accepted', 'closed', 'dropped', 'field', 'origin', 'refused']);
  expect(told.sort()).toEqual(stories.flatMap((story) => story.told).sort());
}, 120_000);
