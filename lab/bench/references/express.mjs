// An Express server with two routes: one that only parses the body, and one with a single query by primary key, whose answer is padded.
import express from 'express';
import pg from 'pg';

const { PORT, DATABASE_URL } = process.env;
const FILLER = 'x'.repeat(65_536);
const app = express();
app.disable('x-powered-by');
app.set('etag', false);

app.get('/healthz', (_, response) => response.json({ status: 'ok' }));

app.post('/submit', express.json(), ({ body }, response) => {
  response.status(201).json({ data: { members: Object.keys(body).length } });
});

if (DATABASE_URL) {
  const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  app.get('/forms/:id/:padding', async ({ params }, response) => {
    const { rows } = await database.query({ name: 'form', text: 'select * from forms where id = $1', values: [params.id] });
    response.json({ data: rows[0], padding: FILLER.slice(0, params.padding) });
  });
}

app.listen(Number(PORT), '127.0.0.1');
