import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiOperation } from '../platform/http/operation';
import { PRESETS } from './preset.rules';
import { PresetView } from './preset-view.dto';

@ApiTags('Fields')
@Controller('v1/validation-presets')
export class PresetsController {
  @Get()
  @ApiOperation({
    summary: 'List the validation presets',
    bucket: 'read',
    reply: { type: PresetView, isList: true },
  })
  list(): PresetView[] {
    return PRESETS.map((preset) => PresetView.from(preset));
  }
}
