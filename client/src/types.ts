import type { Form, Ops, UpdateFormBody, UpdateFormResult as FormAnswer } from './generated/api.js';

export interface ClientOptions {
  /** The address of the service, such as `https://forms.example.com`; empty for the origin of the page. */
  baseUrl: string;
  /** No `Authorization` is sent without a key. */
  apiKey?: string | undefined;
  fetch?: typeof fetch | undefined;
  /** The number of times that a call is repeated; 3 by default. */
  retries?: number | undefined;
  /** The time limit of each attempt, 30 seconds by default; 0 for none. */
  timeoutMs?: number | undefined;
}

export interface CallOptions {
  /** Ends the call with all its repetitions. */
  signal?: AbortSignal | undefined;
  /** The time limit of each attempt. */
  timeoutMs?: number | undefined;
}

/** The options of operations that take an `Idempotency-Key`, for calls that another process may repeat. */
export interface KeyedCallOptions extends CallOptions {
  idempotencyKey?: string | undefined;
}

type HeaderOf<Args> = Args extends { headers?: infer Headers } ? keyof NonNullable<Headers> : never;
type Options<Args> = 'Idempotency-Key' extends HeaderOf<Args> ? KeyedCallOptions : CallOptions;
type Parameters<Args> = object extends Args ? [input?: Args, options?: Options<Args>] : [input: Args, options?: Options<Args>];
type Unconditional<Args> = Omit<Args, 'headers'>;
type Conditional<Args> = Unconditional<Args> & { headers: { 'If-None-Match': string } };

/** The answer to a call with `If-None-Match` is `undefined` when nothing has changed. */
type Call<Args, Body> =
  'If-None-Match' extends HeaderOf<Args>
    ? {
        (input: Conditional<Args>, options?: Options<Args>): Promise<Body | undefined>;
        (...parameters: Parameters<Unconditional<Args>>): Promise<Body>;
      }
    : (...parameters: Parameters<Args>) => Promise<Body>;

/**
 * All from the cursor of the query, or from the first. `meta.next_cursor` of a page is where a later iteration can go on. It throws when the
 * cursor of an earlier page comes again.
 */
interface Iterators<Args, Page, Item> {
  items(...parameters: Parameters<Args>): AsyncGenerator<Item, void, undefined>;
  pages(...parameters: Parameters<Args>): AsyncGenerator<Page, void, undefined>;
}

type Operations = {
  readonly [Name in keyof Ops]: Call<Ops[Name]['args'], Ops[Name]['result']> &
    (Name extends `list${string}`
      ? Iterators<Ops[Name]['args'], Ops[Name]['result'], Ops[Name]['result'] extends { data: (infer Item)[] } ? Item : never>
      : unknown);
};

/** Every operation of the API by its name; calls answer the body. */
export interface Client extends Operations {
  /**
   * Reads a form and sends what `change` returns, and begins anew when somebody has changed the form meanwhile, up to ten times. Edits of
   * one form by one client queue up. `change` may be called several times; when it returns `undefined`, nothing is sent.
   */
  edit(id: string, change: (form: Form) => UpdateFormBody | undefined, options?: CallOptions): Promise<FormAnswer>;
  edit(id: string, change: (form: Form) => Promise<UpdateFormBody | undefined>, options?: CallOptions): Promise<FormAnswer>;
}
