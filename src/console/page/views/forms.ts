import { html } from 'lit-html';
import type { ViewFactory } from '../view';

export const forms: ViewFactory = () => ({
  title: () => 'Forms',
  render: () => html`<h1>Forms</h1>`,
});
