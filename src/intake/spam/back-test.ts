import type { SpamSettingsView } from '../../forms/settings/spam-settings.dto';
import type { SubmissionEntity } from '../../submissions/submission.entity';
import { type SubmissionSignals, TESTED_CHECKS } from '../../submissions/spam.types';
import { verdictOf } from './checks.rules';

export type TestedCheck = (typeof TESTED_CHECKS)[number];

/** A stored submission that was sent without a token. */
export interface JudgedSubmission extends Pick<SubmissionEntity, 'id' | 'receivedAt' | 'fields' | 'otherValues'> {
  /** Null when it was stored before signals were recorded. */
  signals: SubmissionSignals | null;
}

/** The submissions that a check would have quarantined. */
export interface CheckResult {
  held: number;
  /** The first quarantined submissions, in the order of the test. */
  ids: string[];
  /** The number of submissions without the signals that the check needs. */
  notRecorded: number;
}

export interface BackTestOutcome {
  lookedAt: number;
  results: Readonly<Record<TestedCheck, CheckResult>>;
}

/** Tests the checks on stored submissions, newest first. Keeps ids, times and digests. Treats all levels but `off` alike. */
export class BackTest {
  private readonly seen: { id: string; receivedAt: number }[] = [];
  private readonly byText = new Map<string, number[]>();
  private readonly results: BackTestOutcome['results'];

  /** @param digestsOf the digests of the texts that are compared with other submissions */
  constructor(
    private readonly spam: SpamSettingsView,
    private readonly digestsOf: (submission: JudgedSubmission) => Buffer[],
  ) {
    const none = (): CheckResult => ({ held: 0, ids: [], notRecorded: 0 });
    this.results = Object.fromEntries(TESTED_CHECKS.map((check) => [check, none()])) as Record<TestedCheck, CheckResult>;
  }

  get lookedAt(): number {
    return this.seen.length;
  }

  add(submission: JudgedSubmission): void {
    const { id, receivedAt, signals } = submission;
    for (const [check, isRecorded] of Object.entries(RECORDED)) {
      if (!isRecorded(signals ?? {})) this.results[check as TestedCheck].notRecorded += 1;
    }
    for (const check of this.foundIn(submission, signals ?? {})) this.hold(check, id);
    const texts = this.spam.repeated_text === 'off' ? [] : this.digestsOf(submission);
    for (const text of new Set(texts.map((digest) => digest.toString('base64')))) {
      const others = this.byText.get(text);
      if (others) others.push(this.seen.length);
      else this.byText.set(text, [this.seen.length]);
    }
    this.seen.push({ id, receivedAt: receivedAt.getTime() });
  }

  finish(): BackTestOutcome {
    const repeated = new Set([...this.byText.values()].flatMap((positions) => this.repeatedAmong(positions)));
    for (const position of [...repeated].sort((a, b) => a - b)) this.hold('repeated_text', this.seen[position]!.id);
    return { lookedAt: this.lookedAt, results: this.results };
  }

  private foundIn({ fields, otherValues }: JudgedSubmission, signals: SubmissionSignals): TestedCheck[] {
    const { honeypot, proof_of_work } = this.spam;
    const { proof_of_work: outcome, siteverify = null } = signals;
    const { reasons } = verdictOf(
      {
        ...this.spam,
        honeypot: honeypot === 'drop' ? 'quarantine' : honeypot,
        proof_of_work: proof_of_work === 'auto' ? 'quarantine' : proof_of_work,
      },
      {
        isHoneypotFilled: signals.honeypot ?? false,
        elapsedMs: signals.elapsed_ms ?? null,
        challenge: outcome === undefined ? null : { outcome, nonce: null },
        siteverify,
        values: [fields, otherValues],
        textDigests: [],
      },
    );
    return reasons.map(({ check }) => (check === 'siteverify_unavailable' ? 'siteverify' : (check as TestedCheck)));
  }

  /** Returns the submissions that follow at least five others with the same text within an hour. */
  private repeatedAmong(positions: readonly number[]): number[] {
    const timeOf = (position: number): number => this.seen[position]!.receivedAt;
    return positions.filter((position, index) => {
      const fifth = positions[index + 5];
      return fifth !== undefined && timeOf(fifth) > timeOf(position) - HOUR_MS;
    });
  }

  private hold(check: TestedCheck, id: string): void {
    const result = this.results[check];
    result.held += 1;
    if (result.ids.length < MAX_IDS) result.ids.push(id);
  }
}

const MAX_IDS = 20;
const HOUR_MS = 60 * 60 * 1000;

/** The checks that need signals of the submission, and whether the signals were recorded. */
const RECORDED: Partial<Record<TestedCheck, (signals: SubmissionSignals) => boolean>> = {
  honeypot: ({ honeypot }) => honeypot !== undefined,
  too_fast: ({ elapsed_ms: elapsedMs }) => elapsedMs !== undefined,
  proof_of_work: ({ proof_of_work: solution }) => solution !== undefined,
  siteverify: ({ siteverify }) => siteverify !== undefined,
};
