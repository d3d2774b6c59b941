import { changesOf } from './notice-changes.rules';
import type { NoticeKind } from './notice.entity';
import type { FoundRow, LastingNotice } from './notice.types';

const found = (kind: NoticeKind, ...subjects: string[]): FoundRow => ({
  ...{ accountId: 'account', formId: 'form', kind, opens: true, detail: {}, subjects, nodes: null },
});
const lasting = (kind: NoticeKind, subjects: string[], more: Partial<LastingNotice> = {}): LastingNotice => ({
  ...{ id: kind, accountId: 'account', formId: 'form', kind, detail: {}, subjects, about: [], closedAt: null, isMuted: false, mails: {} },
  ...{ isQuiet: false, ...more },
});

describe('the end of a notice', () => {
  it('is not told where another one about the same takes its place', () => {
    const { ended } = changesOf([lasting('deliveries_failing', ['crm'])], [found('channel_disabled', 'crm')]);
    expect(ended).toEqual([{ id: 'deliveries_failing', isTold: false }]);
    expect(changesOf([lasting('quota_near', [])], [found('quota_reached')]).ended).toEqual([{ id: 'quota_near', isTold: false }]);
  });

  it('is told where the other one is about another channel', () => {
    const { ended } = changesOf([lasting('deliveries_failing', ['crm'])], [found('channel_disabled', 'chat')]);
    expect(ended).toEqual([{ id: 'deliveries_failing', isTold: true }]);
  });

  it('is not told of one that somebody has closed', () => {
    const { ended } = changesOf([lasting('quota_near', [], { closedAt: new Date() })], []);
    expect(ended).toEqual([{ id: 'quota_near', isTold: false }]);
  });

  it('of an event comes when it was quiet', () => {
    expect(changesOf([lasting('import_will_be_deleted', [])], []).ended).toEqual([]);
    expect(changesOf([lasting('import_will_be_deleted', [], { isQuiet: true })], []).ended).toHaveLength(1);
  });
});

it('a further subject is told again, and fewer of them are not', () => {
  const renewals = (before: string[], now: string[]) =>
    changesOf([lasting('key_ends', before)], [found('key_ends', ...now)]).changed.map(({ isRenewed }) => isRenewed);
  expect(renewals(['a'], ['a', 'b'])).toEqual([true]);
  expect(renewals(['a', 'b'], ['b'])).toEqual([false]);
  expect(renewals(['a'], ['a'])).toEqual([]);
});
