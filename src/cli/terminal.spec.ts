import { tableLines } from './terminal';

describe('a table', () => {
  it('aligns its columns by their widest cell and leaves no space at the end of a line', () => {
    expect(
      tableLines(
        ['ID', 'NAME', 'PLAN'],
        [
          ['1', 'a long name', 'pro'],
          ['22', '', ''],
        ],
      ),
    ).toEqual(['ID  NAME         PLAN', '1   a long name  pro', '22']);
  });

  it('counts a character beyond the basic plane once', () => {
    expect(tableLines(['A', 'B'], [['🦊', 'x']])).toEqual(['A  B', '🦊  x']);
  });

  it('consists of its header when it has no rows', () => {
    expect(tableLines(['ID', 'NAME'], [])).toEqual(['ID  NAME']);
  });
});
