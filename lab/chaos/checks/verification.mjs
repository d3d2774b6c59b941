/** What the command `verify` finds. It fails when it finds a violation, and prints what it has found. */
export async function violationsIn({ cli }) {
  try {
    const { checks } = await cli('verify');
    return checks.flatMap(({ violations }) => violations);
  } catch (error) {
    return [error.message];
  }
}
