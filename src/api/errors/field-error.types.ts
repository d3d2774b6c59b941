/** One fault of a request: its place (a dot path such as `fields.2.name`, or the name of a parameter or header) and the rule it breaks. */
export interface FieldError {
  path: string;
  message: string;
}
