import { html, svg, type TemplateResult } from 'lit-html';
import type { FormDay } from 'form-collection-client';
import { tableHead } from '../../elements/basics';

const [STEP, HEIGHT] = [10, 80];

const dayOf = (date: string): string => new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const sum = (days: readonly FormDay[], name: 'accepted' | 'quarantined' | 'refused'): number =>
  days.reduce((total, day) => total + day[name], 0);

export const inTotal = (days: readonly FormDay[]): string =>
  `${sum(days, 'accepted').toLocaleString('en')} accepted, ${sum(days, 'quarantined').toLocaleString('en')} held, ${sum(days, 'refused').toLocaleString('en')} refused`;

/** The days of a form as a picture with a name, and as a table for screen readers. */
export function chart(days: readonly FormDay[]): TemplateResult {
  const most = Math.max(1, ...days.map(({ accepted, quarantined, refused }) => accepted + quarantined + refused));
  const tall = (count: number) => Math.ceil((count * HEIGHT) / most);
  const bar = (name: string, index: number, count: number, below: number) => {
    const height = tall(count);
    return svg`<rect class=${name} x=${index * STEP + 1} y=${HEIGHT - below - height} width=${STEP - 2} height=${height}></rect>`;
  };
  return html`<div class="inside chart">
    <svg
      viewBox="0 0 ${days.length * STEP} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="Submissions by day, last ${days.length} days: ${inTotal(days)}"
    >
      ${days.map(
        ({ date, accepted, quarantined, refused }, index) => svg`<g>
        <title>${dayOf(date)}: ${accepted} accepted, ${quarantined} held, ${refused} refused</title>
        <rect class="ground" x=${index * STEP} y="0" width=${STEP} height=${HEIGHT}></rect>
        ${bar('accepted', index, accepted, 0)} ${bar('held', index, quarantined, tall(accepted))}
        ${bar('refused', index, refused, tall(accepted) + tall(quarantined))}
      </g>`,
      )}
    </svg>
    <p class="muted ends" aria-hidden="true"><span>${dayOf(days[0]?.date ?? '')}</span><span>${dayOf(days.at(-1)?.date ?? '')}</span></p>
    <table class="visually-hidden">
      <caption>
        Submissions by day
      </caption>
      ${tableHead('Day', 'Accepted', 'Held', 'Refused')}
      <tbody>
        ${days.map(
          ({ date, accepted, quarantined, refused }) =>
            html`<tr>
              <th scope="row">${dayOf(date)}</th>
              <td>${accepted}</td>
              <td>${quarantined}</td>
              <td>${refused}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
