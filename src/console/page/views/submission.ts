import { html } from 'lit-html';
import type { ViewFactory } from '../view';

export const submission: ViewFactory = () => ({
  title: () => 'Submission',
  render: () => html`<h1>Submission</h1>`,
});
