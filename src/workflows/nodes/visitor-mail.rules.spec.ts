import { someWork } from '../../../test/support/render-work';
import { aRunState } from '../../../test/support/run-state';
import type { NodeContext } from '../model/publish-error.types';
import type { RunState } from '../model/run-state.types';
import { members } from './config.rules';
import { email } from './email.node';
import { render } from './execution.rules';
import type { MailRequest } from './node-type.types';
import { optionsOf } from './node-types.rules';

const context: NodeContext = {
  fieldNames: new Set(['email', 'name']),
  fileFieldNames: new Set(),
  emailFieldNames: new Set(['email']),
  secretNames: new Set(),
  upstreamIds: new Set(),
  blockedUrlReason: () => null,
};

const toVisitor = { to: ['{{ fields.email }}'], subject: 'Thank you, {{ fields.name }}' };
const errorsOf = (config: object, more: Partial<NodeContext> = {}) => {
  const given = { ...context, ...more };
  const found = [...members(optionsOf(email))(config, 'config', given), ...email.crossFieldErrors!(config as never, given)];
  return found.map(({ code, path }) => `${code} ${path}`);
};

describe('the recipient of a mail to a visitor', () => {
  it.each(['{{ fields.email }}', '{{fields.email}}', ' {{- fields["email"] -}} '])('may be %s', (template) => {
    expect(errorsOf({ ...toVisitor, to: [template] })).toEqual([]);
  });

  it.each([
    ['a field of another preset', ['{{ fields.name }}']],
    ['a filter', ['{{ fields.email | downcase }}']],
    ['a text around the field', ['a{{ fields.email }}']],
    ['two fields', ['{{ fields.email }}{{ fields.email }}']],
    ['a tag', ['{% if fields.name %}{{ fields.email }}{% endif %}']],
    ['another value', ['{{ form.name }}']],
    ['another visitor beside it', ['{{ fields.email }}', '{{ fields.email }}']],
    ['a fixed address beside it', ['{{ fields.email }}', 'sales@example.com']],
  ])('is not %s', (_what, to) => {
    expect(errorsOf({ ...toVisitor, to })).toEqual(['untrusted_recipient config.to']);
  });

  it('is no field that the form does not have as an address, or that an earlier step changes', () => {
    expect(errorsOf(toVisitor, { emailFieldNames: new Set() })).toEqual(['untrusted_recipient config.to']);
    expect(errorsOf(toVisitor, { emailFieldNames: undefined })).toEqual(['untrusted_recipient config.to']);
  });
});

describe('what only mails to visitors may have', () => {
  const copying = { body_text: 'You sent:\n{{ submission.copy }}', body_html: '<p>{{submission.copy}}</p>' };

  it('is a copy of the submission, where the form allows it', () => {
    expect(errorsOf({ ...toVisitor, ...copying }, { allowsCopy: () => true })).toEqual([]);
    expect(errorsOf({ ...toVisitor, ...copying }, { allowsCopy: (field) => field === 'email' })).toEqual([]);
    const refused = ['copy_not_allowed config.body_text', 'copy_not_allowed config.body_html'];
    expect(errorsOf({ ...toVisitor, ...copying })).toEqual(refused);
    expect(errorsOf({ ...toVisitor, ...copying }, { allowsCopy: (field) => field === 'other' })).toEqual(refused);
    expect(errorsOf({ ...copying, to: ['sales@example.com'], subject: 'Hi' }, { allowsCopy: () => true })).toEqual(refused);
    expect(errorsOf({ ...toVisitor, subject: '{{ submission.copy }}' }, { allowsCopy: () => true })).toEqual([
      'unknown_path config.subject',
    ]);
  });

  it('is being sent for submissions by a server', () => {
    expect(errorsOf({ ...toVisitor, for_api_submissions: true })).toEqual([]);
    expect(errorsOf({ to: ['sales@example.com'], subject: 'Hi', for_api_submissions: true })).toEqual([
      'invalid_config config.for_api_submissions',
    ]);
  });

  it('is no file', () => {
    expect(errorsOf({ ...toVisitor, attach_files: true })).toEqual(['invalid_config config.attach_files']);
    expect(errorsOf({ ...toVisitor, attach_files: false })).toEqual([]);
  });
});

describe('a mail to a visitor', () => {
  const mailOf = async (config: object, fields: Record<string, unknown>, further: Partial<RunState> = {}) => {
    const state = { ...aRunState(fields), ...further };
    const result = await render(email, config, { state, masked: state, escapesJson: true }, {}, someWork());
    if (result.failure) throw new Error(result.failure.code);
    return { ...(result.request as MailRequest), warnings: result.warnings };
  };
  const fields = { email: ' Ada@B\u00dcCHER.example ', name: 'evil.com\r\nBcc: x@example.com' };

  it('carries no value that leads anywhere, and has the sender and the reply address of the form', async () => {
    const config = { ...toVisitor, body_text: 'Dear {{ fields.name }}', body_html: '<p>{{ fields.name }}</p>' };
    const defaults = { from_name: 'Our shop', reply_to: 'office@example.com', submitted: null, copied_to: null };
    expect(await mailOf(config, fields, { visitor_mails: defaults })).toEqual({
      channel: 'mail',
      to: ['Ada@BÜCHER.example'],
      visitors: ['Ada@BÜCHER.example'],
      from_name: 'Our shop',
      reply_to: 'office@example.com',
      subject: 'Thank you, …',
      text: 'Dear …',
      html: '<p>…</p>',
      warnings: [],
    });
    const copying = { ...config, body_text: '[{{ submission.copy }}]' };
    const confirmed = (copied_to: string) => ({ visitor_mails: { ...defaults, submitted: { name: 'evil.com' }, copied_to } });
    expect((await mailOf(copying, fields, confirmed('email'))).text).toBe('[name: evil.com]');
    expect((await mailOf(copying, fields, confirmed('other'))).text).toBe('[]');
    const replying = await mailOf({ ...config, reply_to: 'sales@example.com' }, fields, { visitor_mails: defaults });
    expect(replying.reply_to).toBe('sales@example.com');
  });

  it('lists the fields by the same rule when it has no body', async () => {
    expect((await mailOf(toVisitor, { email: 'ada@example.com', name: 'Ada' })).text).toBe('email: …\nname: Ada');
  });

  it('goes to the fixed recipients of older versions too, without files', async () => {
    const older = { ...toVisitor, to: ['{{ fields.email }}', 'sales@example.com', '{{ fields.name }}'], attach_files: true };
    const mail = await mailOf(older, { email: 'ada@example.com', name: 'sales@example.com' });
    expect(mail).toMatchObject({ to: ['sales@example.com', 'ada@example.com'], visitors: ['ada@example.com'] });
    expect(mail).not.toHaveProperty('attachments');
    expect(mail.warnings).toEqual(['The files were not attached, since the mail goes to a visitor.']);
  });

  it.each([
    '',
    'Ada',
    'Ada <ada@example.com>',
    'a@example.com, b@example.com',
    'friends: a@example.com;',
    'a@example.com\nBcc: b@example.com',
  ])('is not sent to %j', async (address) => {
    await expect(mailOf(toVisitor, { email: address })).rejects.toThrow('no_address');
  });
});
