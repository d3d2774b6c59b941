import { html, render, type TemplateResult } from 'lit-html';
import { routeOf } from './routes';
import type { View } from './view';

const NOTHING: View = {
  title: () => 'No such page',
  render: () =>
    html`<h1>No such page</h1>
      <p>There is nothing at this address.</p>`,
};

let view: View = NOTHING;
let left = new AbortController();
let isDue = false;

const page = (): TemplateResult => html`<main>${view.render()}</main>`;

function draw(): void {
  isDue = false;
  render(page(), document.body);
  document.title = view.title();
}

function update(): void {
  if (!isDue) queueMicrotask(draw);
  isDue = true;
}

function go(): void {
  left.abort();
  left = new AbortController();
  const [path = '', query] = location.hash.slice(1).split('?');
  const { factory, params } = routeOf(path) ?? { factory: () => NOTHING, params: {} };
  view = factory({ params, query: new URLSearchParams(query), update, signal: left.signal });
  update();
}

addEventListener('hashchange', go);
go();
