import { ServiceProcess } from '../support/service-process';

it('reports that the database cannot be reached and what to do, without stack and password', async () => {
  const service = await ServiceProcess.prepare({
    DATABASE_URL: 'postgres://forms:hunter2@127.0.0.1:1/forms',
    LOG_LEVEL: 'info',
  });
  const output = await service.start().then(String, String);
  expect(output).toMatch(
    /The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\. Start the PostgreSQL server that DATABASE_URL names,.* doctor" says more\.\n\n$/,
  );
  expect(output).not.toMatch(/hunter2|\n {4}at |"level":"(error|fatal)"/);
});
