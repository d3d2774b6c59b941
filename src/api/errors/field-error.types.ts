/** One thing that is wrong with a request: where (a dot path such as `fields.2.name`, or a query or header name) and what to change. */
export interface FieldError {
  path: string;
  message: string;
}
