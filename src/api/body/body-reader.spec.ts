import { mediaTypeOf } from './body-reader';

describe('mediaTypeOf', () => {
  it.each([
    ['application/json', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['application/json;charset=utf-8', 'application/json'],
    ['application/json; charset="UTF-8"', 'application/json'],
    ['application/merge-patch+json ; charset=Utf-8', 'application/merge-patch+json'],
    ['multipart/form-data; boundary=a;charset=utf-8', 'multipart/form-data'],
    ['application/json;', 'application/json'],
    ...['utf8', 'UTF8', 'unicode-1-1-utf-8', 'unicode11utf8', 'Unicode20UTF8', 'x-unicode20utf8', '" utf-8 "'].map((label) => [
      `application/json; charset=${label}`,
      'application/json',
    ]),
  ])('reads %s as UTF-8', (header, type) => {
    expect(mediaTypeOf(header)).toEqual({ type, isUtf8: true });
  });

  it.each(['application/json; charset=iso-8859-1', 'application/json;charset=utf-16', 'application/json;charset="utf-8x"'])(
    'sees that %s is not UTF-8',
    (header) => {
      expect(mediaTypeOf(header)).toEqual({ type: 'application/json', isUtf8: false });
    },
  );

  it.each([undefined, '', 'json', '/json', 'application/', 'application/json, text/plain', 'application / json', 'a/b/c'])(
    'takes %p for no media type',
    (header) => {
      expect(mediaTypeOf(header)).toBeNull();
    },
  );
});
