export { etagOf } from './call.js';
export { createClient } from './client.js';
export { ApiError, isRefusal } from './errors.js';
export { submit, type SubmitOptions } from './submit.js';
export type { CallOptions, Client, ClientOptions, KeyedCallOptions } from './types.js';
export { verifySignature, verifyWebhook, WebhookError } from './webhooks.js';
export type * from './generated/api.js';
export type * from './generated/error-codes.js';
