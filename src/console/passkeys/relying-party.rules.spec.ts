import { reasonAgainstPasskeys, relyingPartyOf } from './relying-party.rules';

describe('reasonAgainstPasskeys', () => {
  it.each(['https://forms.example.com', 'https://forms.example.com:8443/forms', 'http://localhost:3000', 'http://forms.localhost'])(
    'has none for %s',
    (baseUrl) => {
      expect(reasonAgainstPasskeys(baseUrl)).toBeNull();
    },
  );

  it.each(['http://forms.example.com', 'http://localhost.example.com:3000'])('asks for https at %s', (baseUrl) => {
    expect(reasonAgainstPasskeys(baseUrl)).toMatch(/^Passkeys need https/);
  });

  it.each(['http://127.0.0.1:3000', 'https://192.0.2.1', 'https://[2001:db8::1]'])('asks for a name at %s', (baseUrl) => {
    expect(reasonAgainstPasskeys(baseUrl)).toMatch(/^Passkeys need a host with a name/);
  });
});

it('passkeys belong to the host, and the page to the origin of the address', () => {
  expect(relyingPartyOf('https://forms.example.com:8443/forms')).toEqual({
    id: 'forms.example.com',
    origin: 'https://forms.example.com:8443',
  });
});
