import { differencesOf } from './differences.rules';
import type { Graph } from './graph.rules';

const graph = (nodes: object[], edges: object[] = []) => ({ schema_version: 1, nodes, edges }) as unknown as Graph;
const mail = { id: 'mail', type: 'email', config: { to: ['a@b.example'], subject: 'Hi' } };
const wordsOf = (mine: Graph, theirs: Graph) => differencesOf(mine, theirs).map(({ node, what }) => `${node.id}: ${what}`);

describe('the differing steps of two drafts', () => {
  it('are named with what differs in them', () => {
    const mine = graph([mail, { id: 'own', type: 'database', config: {} }]);
    const theirs = graph([
      { ...mail, name: 'Sales', disabled: true, config: { to: ['a@b.example'], subject: 'Hello', body_text: 'x' } },
      { id: 'new', type: 'stop' },
    ]);
    expect(wordsOf(mine, theirs)).toEqual(['mail: name, on or off, subject, body text', 'own: only in yours', 'new: only in theirs']);
  });

  it('include those after which something else follows', () => {
    const edge = { id: 'e', source: 'mail', target: 'a' };
    expect(wordsOf(graph([mail], [edge]), graph([mail], [{ ...edge, target: 'b' }]))).toEqual(['mail: what follows it']);
    expect(wordsOf(graph([mail], [edge]), graph([mail], [{ ...edge, id: 'other' }]))).toEqual([]);
  });

  it('are none in equal drafts, whatever the order of their members', () => {
    expect(wordsOf(graph([mail]), graph([{ ...mail, disabled: false }]))).toEqual([]);
  });
});
