import { discordText, slackText } from './chat-text.rules';

describe('a value in Discord', () => {
  it.each([
    ['[bank.example](https://evil.example)', String.raw`\[bank.example\]\(https://evil.example)`],
    ['**bold** _it_ ~~no~~', String.raw`\*\*bold\*\* \_it\_ \~\~no\~\~`],
    ['`code` ```js\nx```', '\\`code\\` \\`\\`\\`js\nx\\`\\`\\`'],
    ['||spoiler||', String.raw`\|\|spoiler\|\|`],
    ['<@123> <@&1> <#9> <:a:1> <t:0:R>', String.raw`\<@123> \<@&1> \<#9> \<:a:1> \<t:0:R>`],
    ['@everyone and @here, ada@example.com', String.raw`\@everyone and \@here, ada@example.com`],
    ['# Header\n  ## two\n-# small', '\\# Header\n  \\## two\n\\-# small'],
    ['> quote\n>>> all', '\\> quote\n\\>>> all'],
    ['- a\n+ b\n* c\n12. d', '\\- a\n\\+ b\n\\* c\n12\\. d'],
    ['a # b > c - d 1.5', 'a # b > c - d 1.5'],
    [String.raw`\[x\](y)`, String.raw`\\\[x\\\]\(y)`],
    ['see https://a.example/x_y_z?q=~1#-2, *now*', String.raw`see https://a.example/x_y_z?q=~1#-2, \*now\*`],
    ['https://a.example](https://evil.example) [', String.raw`https://a.example\]\(https://evil.example) \[`],
    ['https://a.example/`||x', 'https://a.example/\\`\\|\\|x'],
    ['Zoë 漢字 😀 50%', 'Zoë 漢字 😀 50%'],
    [['a_b', 1], String.raw`a\_b, 1`],
    [null, ''],
  ])('%j is text only', (value, escaped) => {
    expect(discordText(value)).toBe(escaped);
  });
});

describe('a value in Slack', () => {
  it.each([
    ['<https://evil.example|bank.example>', '&lt;https://evil.example|bank.example&gt;'],
    ['<!channel> <@U1> <#C1> <!subteam^S1> & more', '&lt;!channel&gt; &lt;@U1&gt; &lt;#C1&gt; &lt;!subteam^S1&gt; &amp; more'],
  ])('%j is neither a link nor a mention', (value, escaped) => {
    expect(slackText(value)).toBe(escaped);
  });
});
