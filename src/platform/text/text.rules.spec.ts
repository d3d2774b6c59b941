import { parseUrl, publicPath } from './text.rules';

describe('a URL', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Example.com:443/a b', 'https://example.com/a%20b'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
  ])('is read from %s', (text, href) => {
    expect(parseUrl(text)?.href).toBe(href);
  });

  it.each(['', 'example.com', '/path', 'https://', 'https://exa mple.com', 'https://example.com:65536'])('is not read from %j', (text) => {
    expect(parseUrl(text)).toBeNull();
  });

  it('is still read after many thousand others', () => {
    const misread = Array.from({ length: 20_000 }).filter(() => parseUrl('https://bücher.example') === null);
    expect(misread).toHaveLength(0);
  });
});

describe('a path of the service', () => {
  it.each([
    ['http://localhost:3000', '/v1/items/1'],
    ['https://example.com', '/v1/items/1'],
    ['https://example.com/base', '/base/v1/items/1'],
    ['https://example.com/a/b%20c', '/a/b%20c/v1/items/1'],
  ])('is below that of %s for clients', (baseUrl, path) => {
    expect(publicPath(baseUrl, '/v1/items/1')).toBe(path);
  });
});
