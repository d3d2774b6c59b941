import { html } from 'lit-html';
import type { ViewFactory } from '../view';

export const account: ViewFactory = () => ({
  title: () => 'Account',
  render: () => html`<h1>Account</h1>`,
});
