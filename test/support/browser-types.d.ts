// The types of browsers that the client names and the types of Node lack.
type HeadersInit = any;
type BodyInit = NonNullable<RequestInit['body']>;
declare const document: unknown;
