import { TEST_SECRET, type TestApp } from './app';
import { Operator } from './operator';

/** Runs commands beside an app, with services that they share. */
export async function operatorOf(app: TestApp): Promise<Operator> {
  const operator = new Operator({
    DATABASE_URL: app.databaseUrl,
    APP_SECRET: TEST_SECRET,
    BASE_URL: app.api.baseUrl,
    DATA_DIR: app.dataDir,
  });
  await operator.open();
  return operator;
}
