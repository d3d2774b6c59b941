import { html, svg, type TemplateResult } from 'lit-html';
import { layoutOf, NODE_HEIGHT, NODE_WIDTH, portOf, type Graph, type GraphNode } from './graph.rules';
import { nodeTypes } from './node-types';
import { portWord, titleOf, typeTitle } from './words.rules';

const LONGEST = 20; // characters that fit a node

const SMALLEST = 0.85; // scale, at which letters have ten pixels; a wider picture scrolls

const short = (text: string): string => {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : text;
};

/** The picture of a definition, with the states of a run as outlines of its nodes. The list of steps beside it says the same. */
export function graphPicture(graph: Graph, states: ReadonlyMap<string, string> = new Map()): TemplateResult {
  const { width, height, nodes, edges } = layoutOf(graph);
  const second = (node: GraphNode) =>
    states.get(node.id) ?? (node.disabled ? 'off' : node.name ? typeTitle(node.type).toLowerCase() : nodeTypes[node.type]?.['x-kind']);
  return html`<div class="sheet graph" role="region" aria-label="Graph" tabindex="0">
    <svg
      role="img"
      aria-label="The workflow as a graph, which the list of steps tells in words"
      viewBox="0 0 ${width} ${height}"
      width=${width}
      height=${height}
      .style=${`min-width:${width * SMALLEST}px`}
    >
      ${edges.map(
        ({ edge, path, label }) =>
          svg`<g data-edge=${edge.id}><path d=${path} /><text x=${label.x} y=${label.y}>${portWord(portOf(edge))}</text></g>`,
      )}
      ${nodes.map(
        ({ node, x, y }) => svg`<g data-node=${node.id} class="${states.get(node.id) ?? ''} ${node.disabled ? 'off' : ''}">
          <title>${titleOf(node)}</title>
          <rect x=${x} y=${y} width=${NODE_WIDTH} height=${NODE_HEIGHT} rx="8" />
          <text class="name" x=${x + 12} y=${y + 20}>${short(titleOf(node))}</text>
          <text x=${x + 12} y=${y + 36}>${second(node)}</text>
        </g>`,
      )}
    </svg>
  </div>`;
}
