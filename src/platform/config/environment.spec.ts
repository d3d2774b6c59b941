import { parseEnvFile } from './environment';

describe('a .env file', () => {
  it.each(['PORT: 3000', 'PORT', '//PORT=3000', 'set PORT 3000', '\uFEFFPORT=3000', '; PORT 3000'])(
    'sets nothing by the line %j, and what the next line says',
    (line) => {
      const file = parseEnvFile(`# first\n${line}\nHOST=localhost\n`);
      expect(file).toEqual({ variables: { HOST: 'localhost' }, ignoredLines: [2] });
    },
  );

  it.each(['PORT=3000', 'export PORT=3000', '  PORT = 3000 # the port', 'PORT="3000"', 'PORT=3000\r'])(
    'sets a variable by the line %j',
    (line) => {
      expect(parseEnvFile(`${line}\n`)).toEqual({ variables: { PORT: '3000' }, ignoredLines: [] });
    },
  );

  it('may contain comments, blank lines and quoted values of several lines', () => {
    const file = '\n# it\'s "a" comment=\n \r\n\t\nKEY="one\ntwo\n# three" # four\nEMPTY=\nlost\n';
    const variables = { KEY: 'one\ntwo\n# three', EMPTY: '' };
    expect(parseEnvFile(file)).toEqual({ variables, ignoredLines: [9] });
  });
});
