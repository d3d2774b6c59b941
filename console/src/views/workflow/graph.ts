import { html, svg, type TemplateResult } from 'lit-html';
import { store } from '../../store';
import { layoutOf, NODE_HEIGHT, NODE_WIDTH, portOf, type Graph, type GraphNode, type Layout } from './graph.rules';
import { nodeTypes } from './node-types';
import { portWord, titleOf, typeTitle } from './words.rules';

const LONGEST = 20; // characters that fit into a node

const READABLE = 0.8; // scale at which letters are nearly ten pixels high

const short = (text: string): string => {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : text;
};

/** The width of the page. A picture that does not fit is turned. */
const page = store({ width: innerWidth });
addEventListener('resize', () => (page.width = innerWidth));
const [NAVIGATION, MARGINS, WIDEST] = [208, 66, 1180];

/** The layout from left to right, or from top to bottom if only that can be read, or reads better. It is scaled to fit, and never cut. */
function fitting(graph: Graph): Layout {
  const width = Math.min(WIDEST, page.width > 700 ? page.width - NAVIGATION - MARGINS : page.width);
  const layout = layoutOf(graph);
  const other = layoutOf(graph, true);
  return width >= READABLE * layout.width || other.width >= layout.width ? layout : other;
}

/** The picture of a definition, with the states of a run as outlines. The list of steps beside it has the same content. */
export function graphPicture(graph: Graph, states: ReadonlyMap<string, string> = new Map()): TemplateResult {
  const { width, height, nodes, edges } = fitting(graph);
  const second = (node: GraphNode) =>
    states.get(node.id) ?? (node.disabled ? 'off' : node.name ? typeTitle(node.type).toLowerCase() : nodeTypes[node.type]?.['x-kind']);
  return html`<div class="sheet graph">
    <svg
      role="img"
      aria-label="The workflow as a graph, which the list of steps tells in words"
      viewBox="0 0 ${width} ${height}"
      width=${width}
      height=${height}
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
