import { ApiProperty } from '@nestjs/swagger';
import { NOTICE_KINDS, type NoticeEntity, type NoticeKind } from './notice.entity';
import { factsOf } from './notice-detail.rules';
import { NOTICE_TEXTS } from './notice-texts.rules';

/** Something that the owner of a form or of the account has to know. */
export class NoticeView {
  /** @example '018f6d0c-7c1f-7d3a-9b41-2a6f5c8e1d20' */
  id: string;

  /** Null for a notice about the account. */
  @ApiProperty({ format: 'uuid', nullable: true })
  form_id: string | null;

  /** @example 'origin_refused' */
  @ApiProperty({ enum: NOTICE_KINDS })
  kind: NoticeKind;

  /** A sentence that says what is so. @example 'The last three deliveries have failed for good: Orders.' */
  message: string;

  /** The facts by name, such as `origins`, `channels` or `limit`: those of the kind. Treat names and origins as text. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { origins: ['https://www.example.com'], visitors: 7 } })
  detail: Record<string, unknown>;

  /** A sentence that says what to do. @example 'See the causes under Needs attention, correct the address or the receiver, and send again what has failed.' */
  remedy: string;

  /** @example '2026-11-20T21:25:00.000Z' */
  opened_at: string;

  /** The time of the first mail about it; null while no mail has told it. @example '2026-11-20T21:26:00.000Z' */
  @ApiProperty({ format: 'date-time', nullable: true })
  told_at: string | null;

  /** The time at which it ended or was closed; null while it is open. @example null */
  @ApiProperty({ format: 'date-time', nullable: true })
  closed_at: string | null;

  static from({ id, formId, kind, detail, openedAt, toldAt, closedAt }: NoticeEntity): NoticeView {
    const { says, remedy } = NOTICE_TEXTS.en.kinds[kind];
    const facts = factsOf(detail);
    return {
      ...{ id, form_id: formId, kind, message: says(facts), detail, remedy: remedy(facts) },
      opened_at: openedAt.toISOString(),
      told_at: toldAt?.toISOString() ?? null,
      closed_at: closedAt?.toISOString() ?? null,
    };
  }
}

/** A notice with the name of its form. */
export class NoticeOfFormView extends NoticeView {
  /** Null for a notice about the account. @example 'Contact' */
  @ApiProperty({ type: 'string', nullable: true })
  form_name: string | null;

  static of(notice: NoticeEntity & { formName: string | null }): NoticeOfFormView {
    return { ...NoticeView.from(notice), form_name: notice.formName };
  }
}
