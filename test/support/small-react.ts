/**
 * The part of React that the snippets use, for a page in a browser: elements of the DOM that are made anew when a state
 * changes. The real package is not needed to see which values a form sends. Only the outermost component may have a state.
 */
export const SMALL_REACT = {
  react: `
    const states = [];
    let next = 0;
    let draw = () => {};
    export function mount(render, host) {
      draw = () => { next = 0; host.replaceChildren(render()); };
      draw();
    }
    export function useState(first) {
      const at = next++;
      if (!(at in states)) states[at] = typeof first === 'function' ? first() : first;
      return [states[at], (value) => { states[at] = value; queueMicrotask(draw); }];
    }
    export function useActionState(action, first) {
      const [state, setState] = useState(first);
      return [state, async (formData) => setState(await action(state, formData)), false];
    }`,
  'react/jsx-runtime': `
    const ATTRIBUTES = { htmlFor: 'for', defaultValue: 'value', defaultChecked: 'checked', readOnly: 'readonly' };
    export function jsx(type, { children, ...props }) {
      if (typeof type === 'function') return type({ children, ...props });
      const element = document.createElement(type);
      for (const [name, value] of Object.entries(props)) setProperty(element, name, value);
      element.append(...[children].flat(Infinity).filter((child) => child !== undefined && child !== null && typeof child !== 'boolean'));
      return element;
    }
    export const jsxs = jsx;
    function setProperty(element, name, value) {
      if (name === 'onSubmit') return element.addEventListener('submit', value);
      if (name === 'action') return element.addEventListener('submit', (event) => {
        event.preventDefault();
        value(new FormData(element));
      });
      if (name === 'defaultValue' && element.localName === 'textarea') return element.append(value ?? '');
      if (name.startsWith('aria-')) return element.setAttribute(name, String(value));
      if (value === undefined || value === null || value === false) return;
      element.setAttribute(ATTRIBUTES[name] ?? name, value === true ? '' : value);
    }`,
};
