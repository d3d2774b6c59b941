import { html } from 'lit-html';
import type { ViewFactory } from '../view';

export const quarantine: ViewFactory = () => ({
  title: () => 'Quarantine',
  render: () => html`<h1>Quarantine</h1>`,
});
