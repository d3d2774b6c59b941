import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import onHeaders from 'on-headers';
import { Metrics } from '../../platform/metrics/metrics';
import { type AdmissionLimits, AdmissionQueue, HeldConnections } from './admission-queue';
import { answerOverloaded, hasShortBody, type OverloadedAnswer, overloadedAnswer } from './unreadable-requests';

type Kind = 'submission' | 'other';

/** The answer for programs. It is formatted once, since an overloaded process sends it thousands of times a second. */
export const OVERLOADED = overloadedAnswer('The service has more requests than it can answer at the moment. Try again soon.');

interface Exchange {
  kind: Kind;
  request: IncomingMessage;
  response: ServerResponse;
}

export class RequestQueue extends AdmissionQueue<Kind, Exchange> {}

/**
 * Passes a limited number of requests at a time to Express. Other requests wait. Those that would wait for too long are refused before
 * anything of them is read, so that an overloaded process still answers as many requests as it can.
 */
@Injectable()
export class LoadShedding {
  private readonly log = new Logger('Overload');
  private readonly shed = this.metrics.counter<'kind'>({
    name: 'http_requests_shed_total',
    help: 'Requests that were refused with 503 before anything of them was read, because the process was overloaded.',
    labels: ['kind'],
  });
  private server: Server | undefined;
  private handler: RequestListener = () => undefined;
  private timer: NodeJS.Timeout | undefined;
  private isScheduled = false;
  private hasNewConnection = false;
  private turnsWithoutWork = 0;
  private readonly held: Record<Kind, HeldConnections> = { submission: new HeldConnections(), other: new HeldConnections() };
  /** The time of the latest refusal; null after the end of the overload has been logged. */
  private refusedMs: number | null = null;
  private answerTo: (request: IncomingMessage) => OverloadedAnswer = () => OVERLOADED;

  constructor(
    private readonly metrics: Metrics,
    private readonly queue: RequestQueue,
  ) {
    const family = { name: 'http_requests_in_work', help: 'Requests whose body is there and whose answer has not begun.' };
    metrics.gauge(family, () => [{ value: queue.inWork }]);
  }

  answerSubmissionsBy(answerTo: (request: IncomingMessage) => OverloadedAnswer): void {
    this.answerTo = answerTo;
  }

  /** Calls the handler for each request in its turn, once all data that arrived with its head has been parsed. */
  serve(server: Server, handler: RequestListener): void {
    this.server = server;
    this.handler = handler;
    server.on('connection', () => (this.hasNewConnection = true));
    server.once('listening', () => (this.timer = setInterval(this.schedule, INTERVAL_MS).unref()));
    server.once('close', () => clearInterval(this.timer));
  }

  /** Returns false for a request that has been refused at once, since too many are waiting. */
  enqueue(request: IncomingMessage, response: ServerResponse): boolean {
    const kind = kindOf(request);
    if (kind === 'probe') setImmediate(this.handler, request, response);
    else if (!this.queue.add(kind, { kind, request, response }, performance.now())) return !this.refuseAtOnce(kind, request, response);
    this.schedule();
    return true;
  }

  private readonly schedule = (): void => {
    if (this.isScheduled || (this.queue.isEmpty && KINDS.every((kind) => this.held[kind].isEmpty))) return;
    this.isScheduled = true;
    setImmediate(this.advance);
  };

  private readonly advance = (): void => {
    this.isScheduled = false;
    const nowMs = performance.now();
    if (!this.letsClientsConnect()) this.beginSome();
    for (const kind of KINDS) this.held[kind].advance(nowMs, this.roomFor(kind));
    this.refuseExcess(nowMs);
    if (this.queue.isEmpty) this.noteAdmission(nowMs);
    if (!this.queue.isEmpty && !this.queue.isFull) this.schedule();
  };

  /** Reads all connections during the shutdown, since Node closes idle ones, even if the kernel has received a request on them. */
  private roomFor(kind: Kind): number {
    return this.server?.listening ? ENOUGH_WAITING - this.queue.waitingOf(kind) : Infinity;
  }

  private beginSome(): void {
    for (let begun = 0; begun < MANY_AT_ONCE; begun += 1) {
      const next = this.queue.take();
      if (!next) return;
      this.begin(next);
    }
  }

  /**
   * Returns true for a turn of the event loop without work. Node accepts only one connection a turn, and turns with much work take long:
   * new clients would wait for seconds behind later requests. So while clients connect, some turns without work precede each with work.
   */
  private letsClientsConnect(): boolean {
    const hadNewConnection = this.hasNewConnection;
    this.hasNewConnection = false;
    const isLong = KINDS.some((kind) => this.queue.waitingOf(kind) >= MANY_AT_ONCE);
    const isWithoutWork = hadNewConnection && isLong && this.turnsWithoutWork < CONNECTING_TURNS;
    this.turnsWithoutWork = isWithoutWork ? this.turnsWithoutWork + 1 : 0;
    return isWithoutWork;
  }

  private refuseExcess(nowMs: number): void {
    for (let refused = 0; refused < MANY_AT_ONCE; refused += 1) {
      const excess = this.queue.takeExcess(nowMs);
      if (!excess) return;
      const { request, response } = excess.item;
      this.noteRefusal(excess.kind);
      answerOverloaded(response, this.answerFor(excess.kind, request));
      this.held[excess.kind].add(request.socket);
    }
  }

  private refuseAtOnce(kind: Kind, request: IncomingMessage, response: ServerResponse): boolean {
    this.noteRefusal(kind);
    const answer = this.answerFor(kind, request);
    const isAnswered = hasShortBody(request, response);
    if (isAnswered) {
      answerOverloaded(response, answer);
      this.held[kind].add(request.socket);
    } else setImmediate(answerOverloaded, response, answer);
    this.schedule();
    return isAnswered;
  }

  private answerFor(kind: Kind, request: IncomingMessage): OverloadedAnswer {
    return kind === 'submission' ? this.answerTo(request) : OVERLOADED;
  }

  /** Counts a request as in work from the end of its body to the beginning of its answer, so that slow clients do not use up the limit. */
  private begin(exchange: Exchange): void {
    const { request, response } = exchange;
    if (request.socket.destroyed) return; // the client has given up
    if (request.complete) this.count(exchange);
    else request.once('end', () => this.count(exchange));
    this.handler(request, response);
  }

  private count({ kind, request, response }: Exchange): void {
    if (response.headersSent || response.destroyed) return;
    this.queue.begin();
    let isCounted = true;
    const end = (): void => {
      if (!isCounted) return;
      isCounted = false;
      this.queue.end();
      if (this.roomFor(kind) <= 0) this.held[kind].add(request.socket);
      this.schedule();
    };
    onHeaders(response, end);
    response.once('close', end);
  }

  private noteRefusal(kind: Kind): void {
    this.shed.inc({ kind });
    if (this.refusedMs === null) this.log.warn('The process is overloaded. It refuses a part of the requests with 503.');
    this.refusedMs = performance.now();
  }

  private noteAdmission(nowMs: number): void {
    if (this.refusedMs === null || nowMs - this.refusedMs < CALM_MS) return;
    this.refusedMs = null;
    this.log.log('The process answers all requests again.');
  }
}

/** The limits for requests. `deploy/haproxy.cfg` sends fewer requests at a time to an instance, so that nothing waits behind HAProxy. */
export const LIMITS: AdmissionLimits = {
  maxInWork: 256,
  burstMs: 1_000,
  maxWaiting: { burst: 2_048, overload: 256 }, // an overload lets only the next `maxInWork` wait
  maxWaitMs: 5_000, // the time limit of a statement: a request waits longer only when the database hangs
};
const INTERVAL_MS = 50;
const CALM_MS = 5_000;
const MANY_AT_ONCE = 64;
/** The number of turns without work that may precede one with work. */
const CONNECTING_TURNS = 16;
const KINDS: readonly Kind[] = ['submission', 'other'];
/** The number of waiting requests from which connections are held. There is always one to begin, and none waits for long. */
const ENOUGH_WAITING = 128;

/** Liveness probes never wait: a supervisor would end an overloaded process that does not answer. Readiness probes ask the database. */
function kindOf({ method, url = '' }: IncomingMessage): 'probe' | Kind {
  if (PROBES.test(url)) return 'probe';
  return method === 'POST' && SUBMISSIONS.test(url) ? 'submission' : 'other';
}

const PROBES = /^\/healthz(?:\?|$)/;
const SUBMISSIONS = /^\/(?:api\/v1\/forms|f)\//;
