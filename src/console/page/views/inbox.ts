import { html } from 'lit-html';
import type { ViewFactory } from '../view';

export const inbox: ViewFactory = () => ({
  title: () => 'Inbox',
  render: () => html`<h1>Inbox</h1>`,
});
