import { html } from 'lit-html';
import type { ViewFactory } from '../view';

export const attention: ViewFactory = () => ({
  title: () => 'Needs attention',
  render: () => html`<h1>Needs attention</h1>`,
});
