import { type Command, Option } from 'commander';
import { connect, type ConnectionOptions, withConnection } from '../service/connection.js';
import type { Run } from '../terminal.js';
import { type Mode, MODES, requireMode } from './modes.js';

type McpOptions = ConnectionOptions & { allow: Mode };

export function addMcpCommand(program: Command, run: Run): void {
  const allow = new Option('--allow <mode>', 'what an agent may do').choices(Object.keys(MODES)).makeOptionMandatory();
  withConnection(program.command('mcp').description('Gives an agent tools by the Model Context Protocol.').addOption(allow))
    .addHelpText('after', HELP)
    .action(async (options: McpOptions) => {
      const service = await connect(options, run);
      requireMode(service, options.allow);
      // The library of the protocol takes longer to load than all other commands.
      const { serve } = await import('./serve.js');
      await serve(options.allow, service, run);
    });
}

const HELP = `
build  finds, reads, checks and plans forms, creates them disabled, saves drafts
       and tests them with made-up values. Nothing of visitors is read. Scopes:
       ${MODES.build.needed.join(' ')}
       and, for the settings of new forms, ${MODES.build.optional.join(' ')}
read   reads submissions and their runs. Nothing is written. Scopes:
       ${MODES.read.needed.join(' ')}
A key with any other scope is refused. Nothing is published, enabled or deleted.`;
