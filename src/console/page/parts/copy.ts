import { html, type TemplateResult } from 'lit-html';

/** A text that is taken elsewhere, with a button that copies it; without a clipboard it is selected. */
export function copyable(text: string, label: string): TemplateResult {
  const copy = async (event: Event) => {
    const button = event.target as HTMLElement;
    const area = button.parentElement!.querySelector('pre')!;
    getSelection()?.selectAllChildren(area);
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    button.nextElementSibling!.textContent = isCopied ? 'Copied.' : 'Selected.';
  };
  return html`<div class="copyable">
    <pre tabindex="0" role="group" aria-label=${label}>${text}</pre>
    <button type="button" aria-label="Copy ${label}" @click=${copy}>Copy</button>
    <span class="muted" role="status"></span>
  </div>`;
}
