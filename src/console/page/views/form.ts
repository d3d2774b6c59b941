import { html } from 'lit-html';
import type { ViewFactory } from '../view';

export const form: ViewFactory = () => ({
  title: () => 'Form',
  render: () => html`<h1>Form</h1>`,
});
