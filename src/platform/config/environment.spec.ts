import { parseEnvFile } from './environment';

/** Lines with what editors, chats and Windows put into files, and nobody sees. */
const UNSEEN = [
  '\uFEFFPORT=3000',
  '\uFEFF\uFEFF export PORT=3000',
  '\u00A0PORT\u00A0=\u00A03000\u00A0',
  'export\u00A0PORT=3000\u00A0# the port',
  'PORT=\u200B3000\u2060',
  'PORT=\u00A0"3000"\u00A0',
  "PORT='3000'\r",
  'PORT=`3000`\u3000',
];

describe('a .env file', () => {
  it.each(['PORT: 3000', 'PORT', '//PORT=3000', 'set PORT 3000', '; PORT 3000'])(
    'sets nothing by the line %j, and what the next line says',
    (line) => {
      const file = parseEnvFile(`# first\n${line}\nHOST=localhost\n`);
      expect(file).toEqual({ variables: { HOST: 'localhost' }, ignoredLines: [2], cutLines: [] });
    },
  );

  it.each(['PORT=3000', 'export PORT=3000', '  PORT = 3000 # the port', 'PORT="3000"', 'PORT=3000\r', ...UNSEEN])(
    'sets a variable by the line %j',
    (line) => {
      expect(parseEnvFile(`${line}\n`)).toEqual({ variables: { PORT: '3000' }, ignoredLines: [], cutLines: [] });
    },
  );

  it('may contain comments, blank lines and quoted values of several lines', () => {
    const file = '\n# it\'s "a" comment=\n \r\n\t\nKEY="one\ntwo\n# three" # four\nEMPTY=\nlost\n';
    const variables = { KEY: 'one\ntwo\n# three', EMPTY: '' };
    expect(parseEnvFile(file)).toEqual({ variables, ignoredLines: [9], cutLines: [] });
  });

  it('keeps what is between quotes, a number sign and no-break spaces too', () => {
    expect(parseEnvFile('A="\u00A0x#y\u00A0"\r\nB=\'a # b\'\rC=c').variables).toEqual({ A: '\u00A0x#y\u00A0', B: 'a # b', C: 'c' });
  });

  it('tells the lines whose values a number sign cuts, but not those with a comment', () => {
    const file = '#x\nA=postgres://me:p#w@db/forms\nB=1 # one\nC="a#b"\nD=#\nE=x#';
    expect(parseEnvFile(file)).toMatchObject({ cutLines: [2, 6], variables: { A: 'postgres://me:p', B: '1', C: 'a#b', D: '', E: 'x' } });
  });
});
