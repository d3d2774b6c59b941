import type { VisitorMail, VisitorMailClaim } from '../../../visitor-mails/visitor-mail.types';
import type { LeasedRun } from '../store/run.types';
import { VisitorDeliveriesService } from './visitor-deliveries.service';

describe('a mail that is refused before it asks for a permit', () => {
  const node = { id: 'thanks', type: 'email', config: { to: ['{{ fields.email }}'], subject: 'Thanks' } };
  const start = { submission: { id: '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f', source: 'form_submit' }, form: { id: 'form' } };
  const aRun = (values: object = {}) => ({ accountId: 'a1', runKind: 'production', start, ...values }) as unknown as LeasedRun;
  let claimed: VisitorMail[];
  const answering = (answer: () => Promise<VisitorMailClaim>) => {
    claimed = [];
    const claim = (mail: VisitorMail) => (claimed.push(mail), answer());
    return new VisitorDeliveriesService({ claim } as never);
  };

  it('is one beyond the limits or that is not wanted, so that it holds up no other mail', async () => {
    for (const claim of ['visitor_mail_limit', 'recipient_stopped'] as const) {
      const mails = answering(() => Promise.resolve(claim));
      expect(await mails.refusalOf(aRun(), node, { email: ' Zoe@example.com ' })).toBe(claim);
      expect(claimed).toMatchObject([{ accountId: 'a1', formId: 'form', address: 'Zoe@example.com' }]);
    }
    expect(await answering(() => Promise.resolve('granted')).refusalOf(aRun(), node, { email: 'zoe@example.com' })).toBeNull();
  });

  it('is not one whose claim fails or whose address is judged later, nor that of a test', async () => {
    const mails = answering(() => Promise.reject(new Error('no database')));
    expect(await mails.refusalOf(aRun(), node, { email: 'zoe@example.com' })).toBeNull();
    expect(claimed).toHaveLength(1);
    expect(await mails.refusalOf(aRun(), node, { email: 'nobody' })).toBeNull();
    expect(await mails.refusalOf(aRun({ runKind: 'test' }), node, { email: 'zoe@example.com' })).toBeNull();
    expect(claimed).toHaveLength(1);
  });
});
