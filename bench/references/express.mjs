// An Express server with two routes: one that only parses the body, and one with a single query by primary key.
import express from 'express';
import pg from 'pg';

const { PORT, DATABASE_URL } = process.env;
const app = express();
app.disable('x-powered-by');
app.set('etag', false);

app.get('/healthz', (_, response) => response.json({ status: 'ok' }));

app.post('/submit', express.json(), ({ body }, response) => {
  response.status(201).json({ data: { members: Object.keys(body).length } });
});

if (DATABASE_URL) {
  const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  app.get('/forms/:id', async ({ params }, response) => {
    const { rows } = await database.query({
      name: 'form',
      text: 'select * from forms where id = $1',
      values: [params.id],
    });
    response.json({ data: rows[0] });
  });
}

app.listen(Number(PORT), '127.0.0.1');
