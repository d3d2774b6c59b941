import { clockProblem } from './clock-watch';

const at = (seconds: number): Date => new Date(seconds * 1000);

describe('a clock', () => {
  it.each([
    ['answers at the same time', 100, 100, 100],
    ['is a second apart', 101, 100, 101],
    ['may have shown the same while a slow answer was under way', 100, 130, 160],
  ])('is right where the database %s', (_, sentAt, databaseAt, answeredAt) => {
    expect(clockProblem(at(sentAt), at(databaseAt), at(answeredAt))).toBeNull();
  });

  it.each([
    ['ahead of', 3_700, 100, 3_700],
    ['behind', 100, 3_700, 100],
  ])('that is an hour %s that of the database is told so', (direction, sentAt, databaseAt, answeredAt) => {
    const problem = clockProblem(at(sentAt), at(databaseAt), at(answeredAt));
    expect(problem).toMatch(`is 3600 s ${direction} that of the database`);
  });
});
